// Search works in a worker, and browsers start none for pages that are opened from the
// disk. There, a hidden frame does its work.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      const load = (source) =>
        new Promise((done, failed) => {
          const script = this.inside.document.createElement("script");
          Object.assign(script, { src: source, onload: done, onerror: failed });
          this.inside.document.body.append(script);
        });
      this.inside.importScripts = async (...sources) => {
        for (const source of sources) await load(source);
      };
      this.inside.postMessage = (data) =>
        this.dispatchEvent(new MessageEvent("message", { data }));
      this.ready = load(url);
    }

    async postMessage(data) {
      await this.ready;
      this.inside.dispatchEvent(new MessageEvent("message", { data }));
    }
  };
}
