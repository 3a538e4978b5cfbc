import { readdir, readFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import type { CompressedFile } from '../server/static-file.ts'

export const builtSiteFolder = resolve(import.meta.dirname, '../../../../docs-site/dist')

/** The files of a build of the documentation, by their paths. */
export type BuiltSite = {
  /** A hash of what it was built of. */
  readonly stamp: string
  readonly files: ReadonlyMap<string, { readonly type: string; readonly content: () => Promise<SiteFile> }>
}

/** A file with its compressed forms, if the build has made them. */
type SiteFile = Buffer | CompressedFile

/** The build writes it last. */
const STAMP = '.stamp'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

/** @returns null where there is no build */
export async function stampOf(folder: string): Promise<string | null> {
  // Whatever keeps it from being read, there is nothing to serve.
  return readFile(join(folder, STAMP), 'utf8').catch(() => null)
}

/** Lists the files of a build; each is read when it is first requested. */
export async function readSite(folder: string, stamp: string): Promise<BuiltSite> {
  const paths = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = paths
    .filter((it) => it.isFile())
    .flatMap((it) => {
      const file = join(it.parentPath, it.name)
      const type = types[extname(it.name)]
      return type === undefined
        ? []
        : [[file.slice(folder.length + 1), { type, content: () => readBuilt(file) }] as const]
    })
  return { stamp, files: new Map(files) }
}

async function readBuilt(file: string): Promise<SiteFile> {
  const identity = await readFile(file)
  const [br, gzip] = await Promise.all(
    [`${file}.br`, `${file}.gz`].map((it) => readFile(it).catch(() => null)),
  )
  return br == null || gzip == null ? identity : { identity, br, gzip }
}
