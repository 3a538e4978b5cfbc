import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Addresses below the base that the service answers itself. */
const served = ['openapi.json']

/** The faults of a built site: broken links and anchors, and anything from another host. */
export function faultsOf(folder: string, base: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const names = new Set(files)
  const pages = new Map(
    files
      .filter((it) => it.endsWith('.html'))
      .map((it) => [it, readFileSync(join(folder, it), 'utf8')] as const),
  )
  const idsOf = (file: string) =>
    new Set([...(pages.get(file) ?? '').matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))
  const ids = new Map([...pages.keys()].map((it) => [it, idsOf(it)]))
  const faults = [...pages].flatMap(([file, html]) =>
    [...html.matchAll(/<(\w+)[^>]*? (?:href|src)="([^"]*)"/g)].flatMap(([, element = '', address = '']) => {
      if (/^(?:https?:)?\/\//.test(address)) return element === 'a' ? [] : [`${file} loads ${address}`]
      if (/^(?:data|mailto):/.test(address)) return []
      const [path = '', anchor] = decodeURI(address).split('#')
      const target = path === '' ? file : fileAt(path, file, base, names)
      if (target === null) return [`${file}: ${address} leads nowhere`]
      if (!anchor || !target.endsWith('.html') || ids.get(target)?.has(anchor)) return []
      return [`${file}: ${address} has no target`]
    }),
  )
  return [...new Set(faults)]
}

function fileAt(path: string, from: string, base: string, names: ReadonlySet<string>): string | null {
  const absolute = path.startsWith('/') ? path : posix.join(base, posix.dirname(from), path)
  if (!absolute.startsWith(base)) return null
  const inside = absolute.slice(base.length)
  if (served.includes(inside)) return inside
  const candidates = [inside, `${inside}.html`, `${inside}index.html`]
  return candidates.find((it) => names.has(it)) ?? null
}
