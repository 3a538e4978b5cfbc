import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'

export type Ended = { readonly code: number | null; readonly output: string; readonly errors: string }

/** The output of a process, and its end. */
export type WatchedProcess = {
  /** Resolves when the process has ended and all that it wrote has been read. */
  readonly ended: Promise<Ended>
  /** Resolves with the first match in its standard output; rejects when it ends without one. */
  readonly waitForOutput: (pattern: RegExp) => Promise<RegExpExecArray>
}

export type NodeProgram = WatchedProcess & { readonly child: ChildProcess }

export type NodeProgramOptions = {
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
}

const root = resolve(import.meta.dirname, '../../..')

/** Programs of tests load the same modules, so Node keeps what it compiled of them. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/programs') }

/** The arguments of Node with the bundles of programs, where GOODWORD_TEST_PROGRAMS names the folder that has them. */
export function withBundles(args: readonly string[]): readonly string[] {
  const { GOODWORD_TEST_PROGRAMS: folder = '' } = process.env
  return folder === '' ? args : args.map((it) => bundleOf(it, folder))
}

function bundleOf(argument: string, folder: string): string {
  if (!argument.startsWith(root) || !argument.endsWith('.ts')) return argument
  const bundle = join(folder, relative(root, argument)).replace(/\.ts$/, '.mjs')
  return existsSync(bundle) ? bundle : argument
}

/** Starts `node <args>` with nothing in its environment but what is given. */
export function startNode(args: readonly string[], { env, cwd }: NodeProgramOptions): NodeProgram {
  const child = spawn(process.execPath, withBundles(args), {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { child, ...watchProcess(child) }
}

/** Reads what a process that was just started writes. */
export function watchProcess(
  child: ChildProcessByStdio<Writable | null, Readable, Readable>,
): WatchedProcess {
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    output += piece
  })
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    errors += piece
  })
  const ended = new Promise<Ended>((done) => {
    child.once('close', (code) => done({ code, output, errors }))
  })
  return { ended, waitForOutput }

  function waitForOutput(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((found, missed) => {
      const look = (): void => {
        const match = pattern.exec(output)
        if (match === null) return
        child.stdout.off('data', look)
        found(match)
      }
      child.stdout.on('data', look)
      void ended.then((it) =>
        missed(new Error(`the process exited with ${it.code} without ${pattern}: ${it.errors}${it.output}`)),
      )
      look()
    })
  }
}
