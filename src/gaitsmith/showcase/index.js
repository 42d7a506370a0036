// Filter and sort the cards; the page is complete without it.

const choices = document.getElementById("choices");
const list = document.getElementById("cards");
const cards = [...list.children];
choices.hidden = false;

function isWanted(card) {
  const wanted = new FormData(choices);
  const words = wanted.get("find").toLowerCase().split(/\s+/).filter(Boolean);
  const text = card.textContent.toLowerCase();
  return (
    words.every((word) => text.includes(word)) &&
    ["law", "body", "gait"].every(
      (key) => !wanted.get(key) || card.dataset[key] === wanted.get(key)
    ) &&
    (wanted.get("steps") !== null || card.dataset.kind === "result")
  );
}

function figureOf(card, order) {
  const value = card.getAttribute(`data-${order.value.replaceAll("_", "-")}`);
  return value === null ? Infinity : Number(order.dataset.sign) * Number(value);
}

function update() {
  const order = choices.elements.order.selectedOptions[0];
  const sorted = order.value
    ? cards.toSorted((a, b) => {
        const [one, other] = [figureOf(a, order), figureOf(b, order)];
        return one === other ? 0 : one - other; // what has no such figure comes last
      })
    : cards;
  list.replaceChildren(...sorted);
  for (const card of cards) card.hidden = !isWanted(card);
  const shown = cards.filter((card) => !card.hidden).length;
  document.getElementById("count").textContent = `${shown} of ${cards.length}`;
}

choices.addEventListener("input", update);
choices.addEventListener("submit", (event) => event.preventDefault());
update();
