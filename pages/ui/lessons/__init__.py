"""Lessons: settings that each show one thing, and a curve that stays hidden until asked for."""
