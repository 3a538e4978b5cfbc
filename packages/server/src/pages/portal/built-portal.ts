import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type CompressedFile, mediaTypeOf } from '../../frame/http/server/static-file.ts'

export const builtPortalFolder = resolve(import.meta.dirname, '../../../../portal/dist')

/** The files of the portal's build. */
export type BuiltPortal = {
  readonly page: BuiltFile
  readonly assets: ReadonlyMap<string, { readonly type: string; readonly content: BuiltFile }>
}

/** A file with its compressed forms, if the build has made them. */
type BuiltFile = Buffer | CompressedFile

/**
 * Reads a build, all of it at once: a new build in the same folder takes nothing away from a running service.
 *
 * @returns null where there is none
 */
export function readBuiltPortal(folder: string): BuiltPortal | null {
  if (!isPortalBuilt(folder)) return null
  const pageFile = join(folder, 'index.html')
  const assetsFolder = join(folder, 'assets')
  const assets = readdirSync(assetsFolder).flatMap((name) => {
    const type = mediaTypeOf(name)
    return type === undefined ? [] : [[name, { type, content: readBuilt(join(assetsFolder, name)) }] as const]
  })
  return { page: readBuilt(pageFile), assets: new Map(assets) }
}

export function isPortalBuilt(folder = builtPortalFolder): boolean {
  return existsSync(join(folder, 'index.html')) && existsSync(join(folder, 'assets'))
}

function readBuilt(file: string): BuiltFile {
  const identity = readFileSync(file)
  if (!existsSync(`${file}.br`) || !existsSync(`${file}.gz`)) return identity
  return { identity, br: readFileSync(`${file}.br`), gzip: readFileSync(`${file}.gz`) }
}
