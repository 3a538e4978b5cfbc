import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { temporaryFiles } from '../../checks/ram-folder.ts'
import { root } from '../../checks/steps.ts'
import { filesOf } from '../../checks/tree-files.ts'

/** A copy of the tree whose files may be changed; it uses the packages of this one. */
export class ScratchTree implements Disposable {
  readonly folder = mkdtempSync(join(temporaryFiles().TMPDIR ?? tmpdir(), 'goodword-recipes-'))

  readonly #before = new Map([...filesOf(root)].map(({ path, text }) => [path, text]))

  constructor() {
    for (const path of this.#before.keys()) cpSync(join(root, path), join(this.folder, path))
    for (const packages of globSync(['node_modules', '[!n]*/*/node_modules'], { cwd: root }))
      this.#link(packages)
  }

  /** Packages are links; those of the tree itself lead into the copy, as they lead into the tree there. */
  #link(packages: string): void {
    for (const name of readdirSync(join(root, packages)).filter((it) => it !== '.cache')) {
      mkdirSync(join(this.folder, packages), { recursive: true })
      if (name === '@goodword')
        cpSync(join(root, packages, name), join(this.folder, packages, name), verbatim)
      else symlinkSync(join(root, packages, name), join(this.folder, packages, name))
    }
  }

  read(path: string): string | null {
    try {
      return readFileSync(join(this.folder, path), 'utf8')
    } catch {
      return null
    }
  }

  /** Writes a file, or removes it with `null`. */
  write(path: string, text: string | null): void {
    const file = join(this.folder, path)
    mkdirSync(dirname(file), { recursive: true })
    if (text === null) rmSync(file, { force: true })
    else if (this.read(path) !== text) writeFileSync(file, text)
  }

  /** The files that are not as they were. */
  changed(): string[] {
    const files = [...filesOf(this.folder)].map(({ path }) => path)
    return [...new Set([...files, ...this.#before.keys()])].filter(
      (path) => this.read(path) !== (this.#before.get(path) ?? null),
    )
  }

  /** Makes every file as it was. */
  restore(): void {
    for (const path of this.changed()) this.write(path, this.#before.get(path) ?? null)
  }

  /** Runs a program of Node in the copy. */
  run(args: readonly string[]): SpawnSyncReturns<string> {
    return spawnSync(process.execPath, args, { cwd: this.folder, encoding: 'utf8', maxBuffer: 2 ** 28 })
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

const verbatim = { recursive: true, verbatimSymlinks: true }
