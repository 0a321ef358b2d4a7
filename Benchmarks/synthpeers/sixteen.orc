; The synthesizer's patch of `gfbench play` as Csound plays it: a band-limited saw with attack, decay, sustain and release, and for all voices together a low-pass of one pole, an echo and a room of eight delay lines.
; Benchmarks/synthpeers.py writes the score. The table of vco2 and the room, reverbsc, are Csound's own nearest to ours; there is no fuzz, which ours computes beside it, at 0.
sr = 48000
ksmps = 128
nchnls = 2
0dbfs = 1

gaLeft init 0
gaRight init 0

; p4: MIDI note. p5: place, 0...1.
instr 1
  kEnvelope linseg 0, 0.005, 1, 0.2, 0.7, p3 - 0.505, 0.7, 0.3, 0
  aSaw vco2 0.25, cpsmidinn(p4)
  aSaw *= interp(kEnvelope)
  aLeft, aRight pan2 aSaw, p5
  gaLeft += aLeft
  gaRight += aRight
endin

instr 2
  aLeft tone gaLeft, 7275
  aRight tone gaRight, 7275
  aTime init 0.3
  aOldLeft delayr 2.5
  aEchoLeft deltap3 aTime
  delayw aLeft + 0.35 * aEchoLeft
  aOldRight delayr 2.5
  aEchoRight deltap3 aTime
  delayw aRight + 0.35 * aEchoRight
  aLeft += 0.4 * aEchoLeft
  aRight += 0.4 * aEchoRight
  aRoomLeft, aRoomRight reverbsc aLeft, aRight, 0.85, 8000
  outs aLeft + 0.4 * aRoomLeft, aRight + 0.4 * aRoomRight
  gaLeft = 0
  gaRight = 0
endin
