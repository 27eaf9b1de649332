"""Lessons: settings that show one thing each, and a curve that stays hidden until asked for."""
