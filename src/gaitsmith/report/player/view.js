// One WebGL view of one scene: camera, light, and what is drawn in it.

import {
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  PCFSoftShadowMap,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { Figure } from "player/figure.js";
import { Footprints } from "player/footprints.js";
import { Muscles } from "player/muscles.js";
import { ComMarker, ContactForces, Pushes } from "player/overlays.js";
import { Terrain } from "player/terrain.js";
import { Track } from "player/track.js";

// From the right, a little ahead and above: the stride and both legs are visible.
const VIEW_DIRECTION = new Vector3(0.36, -1, 0.24).normalize();
const LIGHT_DIRECTION = new Vector3(-0.55, -0.75, 1.5).normalize();
const FIELD_OF_VIEW = 28; // [deg]; narrow, so that proportions stay true
const ZOOM_STEP = 1.15;
// Lengths of arrows, as fractions of the figure's size.
const WEIGHT_ARROW = 0.45; // for the usual load on the ground, about the weight
const LONGEST_ARROW = 0.7;
const PUSH_ARROW = 0.45; // for the hardest push

export class View {
  #target = new Vector3(); // where the camera should look
  #lastTarget = new Vector3();
  #shift = new Vector3();

  // onOrbit(view) is called when the user has turned or zoomed this view.
  constructor(canvas, data, theme, onOrbit) {
    this.canvas = canvas;
    this.following = true;
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFSoftShadowMap;

    this.#buildScene(data);
    this.#buildCamera(onOrbit);
    this.paint(theme);
  }

  // Another scene takes the place of this one, seen from the same side.
  show(data, theme) {
    const offset = this.cameraOffset.divideScalar(this.size);
    this.world.traverse((part) => part.geometry?.dispose());
    this.sun.dispose();
    this.#buildScene(data);
    this.#limitDistance();
    this.track.cameraTarget(this.#target);
    this.#lastTarget.copy(this.#target);
    this.controls.target.copy(this.#target);
    this.cameraOffset = offset.multiplyScalar(this.size);
    this.paint(theme);
  }

  #buildScene(data) {
    this.track = new Track(data);
    this.figure = new Figure(data.shapes, data.numBodies);
    this.figure.pose(this.track);
    this.size = data.size;
    const size = this.size;
    this.terrain = new Terrain(data.ground);
    this.forces = new ContactForces(data.numContacts, 0.008 * size, LONGEST_ARROW * size);
    this.pushes = new Pushes(data.pushes, 0.013 * size);
    this.comMarker = new ComMarker(0.035 * size);
    this.comMarker.visible = false;
    this.footprints = new Footprints(data.footprints ?? [], data.soles);
    this.muscles = new Muscles(data.muscles);

    this.sky = new HemisphereLight(0xffffff, 0x8d95a0, 1.9);
    this.sky.position.set(0, 0, 1);
    this.sun = new DirectionalLight(0xffffff, 2.1);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.radius = 5;
    this.sun.shadow.normalBias = 0.012 * size;
    const reach = 1.3 * size;
    const { camera } = this.sun.shadow;
    Object.assign(camera, { left: -reach, right: reach, top: reach, bottom: -reach });
    Object.assign(camera, { near: 0.1 * size, far: 8 * size });

    this.world = new Scene();
    this.world.fog = new Fog(0xffffff, 1, 2);
    this.world.add(this.terrain, this.figure, this.forces, this.pushes, this.comMarker);
    this.world.add(this.footprints, this.muscles);
    this.world.add(this.sky, this.sun, this.sun.target);
  }

  #buildCamera(onOrbit) {
    this.camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.05 * this.size, 40 * this.size);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.#limitDistance();
    this.controls.maxPolarAngle = 0.495 * Math.PI; // stay above the ground
    // A finger moving up or down scrolls the page; sideways it turns the view.
    this.canvas.style.touchAction = "pan-y";
    // A wheel scrolls the page as well; with Ctrl (a pinch on a touchpad) it zooms.
    const guard = (event) => {
      if (!event.ctrlKey && !event.metaKey) event.stopImmediatePropagation();
    };
    this.canvas.parentElement.addEventListener("wheel", guard, { capture: true });
    this.controls.addEventListener("change", () => onOrbit(this));
    this.resetCamera();
  }

  #limitDistance() {
    this.controls.minDistance = 0.8 * this.size;
    this.controls.maxDistance = 14 * this.size;
  }

  // Says which load on the ground and which push [N] have arrows of the usual length.
  scaleForces(load, push) {
    this.forces.metresPerNewton = load > 0 ? (WEIGHT_ARROW * this.size) / load : 0;
    this.pushes.metresPerNewton = push > 0 ? (PUSH_ARROW * this.size) / push : 0;
  }

  get cameraOffset() {
    return this.camera.position.clone().sub(this.controls.target);
  }

  set cameraOffset(offset) {
    this.camera.position.copy(this.controls.target).add(offset);
    this.camera.lookAt(this.controls.target);
  }

  // Puts the character in the middle, seen from the standard side.
  resetCamera() {
    // Half the height that must fit: the figure and some ground around it.
    const half = 0.72 * this.size;
    const halfAngle = (FIELD_OF_VIEW / 2) * (Math.PI / 180);
    const fit = half / Math.tan(halfAngle) / Math.min(this.camera.aspect, 1);
    this.track.cameraTarget(this.#target);
    this.#lastTarget.copy(this.#target);
    this.controls.target.copy(this.#target);
    this.cameraOffset = VIEW_DIRECTION.clone().multiplyScalar(fit);
  }

  setFollowing(isOn) {
    this.following = isOn;
    if (!isOn) return;
    const offset = this.cameraOffset;
    this.controls.target.copy(this.#target);
    this.cameraOffset = offset;
  }

  zoom(steps) {
    const { minDistance, maxDistance } = this.controls;
    const offset = this.cameraOffset.multiplyScalar(ZOOM_STEP ** -steps);
    this.cameraOffset = offset.clampLength(minDistance, maxDistance);
  }

  paint(theme) {
    const background = new Color(theme.background);
    this.world.background = background;
    this.world.fog.color.copy(background);
    this.sky.intensity = theme.skyLight;
    this.sun.intensity = theme.sunLight;
    this.terrain.paint(theme);
    this.forces.paint(theme);
    this.pushes.paint(theme);
  }

  // Adapts to the canvas's size on the page. Returns whether it has changed.
  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || (width === this.width && height === this.height)) return false;
    const isFirst = this.width === undefined;
    Object.assign(this, { width, height });
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (isFirst) this.resetCamera();
    return true;
  }

  get hasEnded() {
    return this.track.time >= this.track.duration - 1e-9;
  }

  moveTo(time) {
    this.track.moveTo(time);
    this.figure.pose(this.track);
    this.muscles.update(this.track, this.figure.bodies);
    this.forces.update(this.track);
    this.pushes.update(this.track);
    this.comMarker.update(this.track);
    this.footprints.update(Math.min(time, this.track.duration));
    this.track.cameraTarget(this.#target);
    this.sun.target.position.copy(this.#target);
    this.sun.position.copy(LIGHT_DIRECTION).multiplyScalar(4 * this.size).add(this.#target);
    if (this.following) {
      // Moved along rather than set, so that a view panned by hand stays panned.
      this.#shift.subVectors(this.#target, this.#lastTarget);
      this.controls.target.add(this.#shift);
      this.camera.position.add(this.#shift);
    }
    this.#lastTarget.copy(this.#target);
  }

  render() {
    const distance = this.camera.position.distanceTo(this.controls.target);
    this.world.fog.near = distance + 1.5 * this.size;
    this.world.fog.far = distance + 9 * this.size;
    this.renderer.render(this.world, this.camera);
  }
}
