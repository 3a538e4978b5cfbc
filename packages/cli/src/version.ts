import { readFileSync } from 'node:fs'

/** The version of the package. Its manifest is one folder above this file, as a source and as it is published. */
export function version(): string {
  const manifest = new URL('../package.json', import.meta.url)
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}
