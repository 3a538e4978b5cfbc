import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { inject } from 'vitest'
import { onServer } from './database-server.ts'

export type Ended = { readonly code: number | null; readonly output: string; readonly errors: string }

/** A program of the server's, running as a process of its own. */
export type Program = {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** Resolves with the first match in what the program has written; rejects when it ends without one. */
  readonly says: (pattern: RegExp) => Promise<RegExpExecArray>
}

type Environment = Readonly<Record<string, string>>

/** Node compiles the same modules in every program that a test starts. */
const NODE_COMPILE_CACHE = resolve(import.meta.dirname, '../../../../node_modules/.cache/programs')

/** Starts `main.ts` or `cli/main.ts` with nothing in its environment but what is given. */
export function startProgram(file: string, env: Environment, args: readonly string[] = []): Program {
  const script = resolve(import.meta.dirname, '..', file)
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (piece) => {
    output += piece
  })
  child.stderr.on('data', (piece) => {
    errors += piece
  })
  const ended = new Promise<Ended>((done) => {
    child.once('close', (code) => done({ code, output, errors }))
  })
  return { child, ended, says }

  function says(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((found, missed) => {
      const look = () => {
        const match = pattern.exec(output)
        if (match !== null) found(match)
      }
      child.stdout.on('data', look)
      void ended.then((it) => missed(new Error(`exited with ${it.code} without ${pattern}: ${it.errors}`)))
      look()
    })
  }
}

/** Ends programs that a test started, and waits until they have. */
export async function endPrograms(programs: readonly Program[], signal: NodeJS.Signals): Promise<void> {
  for (const { child, ended } of programs) {
    child.kill(signal)
    await ended
  }
}

/** Runs a command of the operator's to its end. */
export function runCommand(env: Environment, ...args: string[]): Promise<Ended> {
  return startProgram('cli/main.ts', env, args).ended
}

export type TestEnvironment = {
  readonly env: Environment
  /** Runs a command on the database. */
  readonly execute: (command: string) => Promise<void>
  readonly drop: () => Promise<void>
}

/** An environment with an empty database of its own on the server of the test run; `drop` takes it away. */
export async function makeEnvironment(): Promise<TestEnvironment> {
  const server = inject('databaseServer')
  const database = `program_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `create database ${database}`)
  const address = new URL(`postgresql://localhost/${database}`)
  address.username = server.user
  address.port = `${server.port}`
  address.searchParams.set('host', server.host)
  return {
    env: { DATABASE_URL: address.href, SECRET_KEY: randomBytes(32).toString('hex'), PORT: '0' },
    execute: (command) => onServer({ ...server, database }, command),
    drop: () => onServer(server, `drop database ${database} with (force)`),
  }
}
