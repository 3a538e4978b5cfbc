/** Joins class names; conditions that do not hold are left out. */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter((it) => typeof it === 'string' && it !== '').join(' ')
}
