"""Hides faces in millions of photos: faceblur on Spark."""
