"""Lesson plans: settings that show one thing each, and a curve that is hidden until asked for."""
