// What the page does besides the moving view: copy buttons, and a word to old browsers.

const player = document.getElementById("player");
if (player && !(HTMLScriptElement.supports && HTMLScriptElement.supports("importmap"))) {
  player.dataset.state = "failed";
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Some browsers keep the clipboard from local files; the old way still works there.
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await copyText(button.parentElement.querySelector("code").textContent);
    const label = button.querySelector("span");
    label.textContent = "Copied";
    setTimeout(() => (label.textContent = "Copy"), 1600);
  });
}
