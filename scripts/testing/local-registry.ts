import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

export type LocalRegistry = {
  /** The value of `npm_config_registry`. */
  readonly url: string
  /** The names that were asked for since the last time. */
  readonly asked: () => readonly string[]
  /** Refuses the next request, or leaves it without an answer. */
  readonly failNext: (how: 'refuse' | 'hold') => void
  /** The entry of a package in a lock. */
  readonly entryOf: (
    name: string,
    version?: string,
  ) => { readonly version: string; readonly integrity: string }
  readonly close: () => void
}

/** A registry on this machine that has whichever package is asked for; each exports its name and version. */
export async function openLocalRegistry(folder: string): Promise<LocalRegistry> {
  const made = new Map<string, Buffer>()
  let names: string[] = []
  let next: 'serve' | 'refuse' | 'hold' = 'serve'
  const tarballOf = (name: string, version: string): Buffer => {
    const file = `${name}-${version}.tgz`
    const known = made.get(file)
    if (known !== undefined) return known
    const tarball = pack(folder, name, version)
    made.set(file, tarball)
    return tarball
  }
  const server = createServer(({ url = '' }, response) => {
    const [, name = '', version = ''] = /^\/([a-z]+)\/-\/[a-z]+-(.*)[.]tgz$/.exec(url) ?? []
    names.push(name === '' ? url : name)
    const now = next
    next = 'serve'
    if (now === 'hold') return
    if (now === 'refuse') response.writeHead(503).end()
    else if (name === '') response.writeHead(404).end()
    else response.end(tarballOf(name, version))
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the registry has no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    asked() {
      const asked = names.toSorted()
      names = []
      return asked
    },
    failNext(how) {
      next = how
    },
    entryOf(name, version = '1.0.0') {
      const hash = createHash('sha512').update(tarballOf(name, version)).digest('base64')
      return { version, integrity: `sha512-${hash}` }
    },
    close: () => server.close(),
  }
}

function pack(folder: string, name: string, version: string): Buffer {
  const source = join(folder, `${name}-${version}`)
  mkdirSync(source, { recursive: true })
  const manifest = { name, version, type: 'module', exports: './index.js' }
  writeFileSync(join(source, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(source, 'index.js'), `export default '${name} ${version}'\n`)
  const options = { cwd: source, encoding: 'utf8' } as const
  return readFileSync(join(source, execFileSync('npm', ['pack', '--silent'], options).trim()))
}
