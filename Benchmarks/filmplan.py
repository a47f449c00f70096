"""What is measured of films. No third-party module."""

RATE = 30
# Pictures of a group.
GROUP = 60
WIDTH, HEIGHT = 1920, 1080
SECONDS, QUICK_SECONDS = 60, 10
# Four times as large a film, of which only the memory is measured.
LARGE_SECONDS = 3
# A peer that takes seconds for each picture gets the first half of the film, in which the face is seen as long as elsewhere, and
# for what hardly differs some seconds.
PEER_SHARE, SHORT_SECONDS = 2, 2

# A face counts where so much of it is in the frame and uncovered, and is open where it resembles itself as much as this.
SEEN, ALIKE = 0.5, 0.6
# What is coarser than this part of the face's height is no detail.
COARSE = 0.12

# The goals.
SPEEDUP = 5
PEAK_MEGABYTES, LARGE_PEAK_MEGABYTES = 300, 900
