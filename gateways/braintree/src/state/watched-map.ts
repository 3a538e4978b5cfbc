/**
 * A map that knows which of its things changed: those that were set or deleted, and those a field of which was assigned. It
 * returns proxies and keeps the things themselves, so that it can be cloned (`structuredClone`) as any map.
 */
export class WatchedMap<V extends object> extends Map<string, V> {
  readonly #changed = new Set<string>()
  readonly #deleted = new Set<string>()
  readonly #onChange: () => void
  readonly #proxies = new WeakMap<V, V>()
  readonly #things = new WeakMap<V, V>()
  /** The key under which a thing is now. */
  readonly #keys = new WeakMap<V, string>()

  /** @param all the things that are in it from the beginning, which are no change */
  constructor(all: ReadonlyMap<string, V>, onChange: () => void) {
    super()
    this.#onChange = onChange
    for (const [key, value] of all instanceof WatchedMap ? all.things() : all) this.#keep(key, value)
  }

  /** The keys of the things that were set or assigned since they were forgotten; new ones in the order of the map. */
  get changed(): ReadonlySet<string> {
    return this.#changed
  }

  /** The keys that were deleted since then, before those that changed. */
  get deleted(): ReadonlySet<string> {
    return this.#deleted
  }

  forgetChanges(): void {
    this.#changed.clear()
    this.#deleted.clear()
  }

  override get(key: string): V | undefined {
    const thing = super.get(key)
    return thing === undefined ? undefined : this.#watched(thing)
  }

  override set(key: string, value: V): this {
    this.#keep(key, value)
    this.#note(key)
    return this
  }

  override delete(key: string): boolean {
    this.#changed.delete(key)
    this.#deleted.add(key)
    this.#onChange()
    return super.delete(key)
  }

  override clear(): void {
    for (const key of Array.from(this.keys())) this.delete(key)
  }

  override *entries(): MapIterator<[string, V]> {
    for (const [key, thing] of super.entries()) yield [key, this.#watched(thing)]
  }

  override *values(): MapIterator<V> {
    for (const thing of super.values()) yield this.#watched(thing)
  }

  override [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries()
  }

  override forEach(visit: (value: V, key: string, map: Map<string, V>) => void): void {
    for (const [key, value] of this.entries()) visit(value, key, this)
  }

  /** The things themselves, which are read faster than what watches them. */
  things(): MapIterator<[string, V]> {
    return super.entries()
  }

  #keep(key: string, value: V): void {
    const thing = this.#things.get(value) ?? value
    super.set(key, thing)
    this.#keys.set(thing, key)
  }

  #note(key: string): void {
    this.#changed.add(key)
    this.#onChange()
  }

  #watched(thing: V): V {
    const known = this.#proxies.get(thing)
    if (known !== undefined) return known
    const note = () => {
      const key = this.#keys.get(thing)
      if (key !== undefined) this.#note(key)
    }
    const proxy = new Proxy(thing, {
      set(target, field, value) {
        note()
        return Reflect.set(target, field, value)
      },
      deleteProperty(target, field) {
        note()
        return Reflect.deleteProperty(target, field)
      },
    })
    this.#proxies.set(thing, proxy)
    this.#things.set(proxy, thing)
    return proxy
  }
}
