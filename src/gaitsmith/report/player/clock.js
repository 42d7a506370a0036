// One playback clock for all views: it knows no drawing and no buttons.

// How long the last frame stays before a loop starts again [s of wall time].
const END_PAUSE = 1.6;

export class Clock {
  #pauseLeft = END_PAUSE;

  constructor(duration) {
    this.duration = duration;
    this.time = 0;
    this.playing = false;
    this.speed = 1;
    this.loop = true;
  }

  get atEnd() {
    return this.time >= this.duration;
  }

  play() {
    if (this.atEnd) this.seek(0);
    this.playing = true;
  }

  pause() {
    this.playing = false;
  }

  seek(time) {
    this.time = Math.min(Math.max(time, 0), this.duration);
    this.#pauseLeft = END_PAUSE;
  }

  // Moves on by a wall-clock interval [s]; does nothing while paused.
  advance(elapsed) {
    if (!this.playing) return;
    this.time = Math.min(this.time + elapsed * this.speed, this.duration);
    if (!this.atEnd) return;
    if (!this.loop) {
      this.playing = false;
      return;
    }
    this.#pauseLeft -= elapsed;
    if (this.#pauseLeft <= 0) this.seek(0);
  }
}
