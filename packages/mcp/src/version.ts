import { readFileSync } from 'node:fs'

/** The version of the release: in the manifest of the published package, else in that of the checkout, whose packages have none. */
export function version(): string {
  return versionIn('../package.json') ?? versionIn('../../../package.json') ?? 'unknown'
}

function versionIn(place: string): string | undefined {
  return JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8')).version
}
