/** The item at a position of a round robin. */
export function turnOf<Item>(items: readonly Item[], turn: number): Item {
  const item = items[turn % items.length]
  if (item === undefined) throw new Error('no users')
  return item
}
