/** The item at a position of a round robin. */
export function turnOf<Item>(items: readonly Item[], turn: number): Item {
  const item = items[turn % items.length]
  if (item === undefined) throw new Error('no users')
  return item
}

/** Makes so many requests or keys, for one of the tenants after the other; `round` counts those of one tenant. */
export function inTurn<Tenant, Made>(
  tenants: readonly Tenant[],
  count: number,
  make: (tenant: Tenant, round: number) => Made,
): readonly Made[] {
  return Array.from({ length: count }, (_, index) =>
    make(turnOf(tenants, index), Math.floor(index / tenants.length)),
  )
}
