import { randomBytes, randomUUID } from 'node:crypto'
import { type Ended, type NodeProgram, startNode } from '@goodword/testing/node-program'
import { inject } from 'vitest'
import {
  createDatabase,
  type DatabaseOrigin,
  type DatabaseServer,
  dropDatabase,
  onServer,
} from './database/database-server.ts'
import { type ProgramFile, type ProgramOptions, programArguments } from './program-arguments.ts'

/** A program of the server's, running as a process of its own. */
export type Program = NodeProgram

type Environment = Readonly<Record<string, string>>

/** Starts `main.ts` or `cli/main.ts` with only the given environment. */
export function startProgram(file: ProgramFile, env: Environment, options?: ProgramOptions): Program {
  return startNode(programArguments(file, options), { env })
}

/** Ends programs that a test started, and waits until they have. */
export async function endPrograms(programs: readonly Program[], signal: NodeJS.Signals): Promise<void> {
  for (const { child } of programs) child.kill(signal)
  await Promise.all(programs.map((it) => it.ended))
}

/** Runs a command of the operator's as a process, to its end; `runCommand` is faster where the process does not matter. */
export function runCommandProcess(env: Environment, ...args: string[]): Promise<Ended> {
  return startProgram('cli/main.ts', env, { args }).ended
}

export type TestEnvironment = {
  readonly env: Environment
  /** Runs a command on the database. */
  readonly execute: (command: string) => Promise<void>
  /** Takes the database away. */
  readonly drop: () => Promise<void>
  /** Gives the database another name, when no process uses it anymore. */
  readonly keepAs: (name: string) => Promise<void>
}

/** An environment with a migrated database of its own on the server of the test run. */
export function makeEnvironment(): Promise<TestEnvironment> {
  return makeEnvironmentOn(inject('databaseServer'), 'template')
}

/** Creates an environment with an empty database, which the first process migrates. */
export function makeEmptyEnvironment(): Promise<TestEnvironment> {
  return makeEnvironmentOn(inject('databaseServer'), 'empty')
}

export async function makeEnvironmentOn(
  server: DatabaseServer,
  origin: DatabaseOrigin,
  secretKey = randomBytes(32).toString('hex'),
): Promise<TestEnvironment> {
  const database = `program_${randomUUID().replaceAll('-', '')}`
  await createDatabase(server, database, origin)
  const address = new URL(`postgresql://localhost/${database}`)
  address.username = server.user
  address.port = `${server.port}`
  address.searchParams.set('host', server.host)
  return {
    env: { DATABASE_URL: address.href, SECRET_KEY: secretKey, PORT: '0' },
    execute: (command) => onServer({ ...server, database }, command),
    drop: () => dropDatabase(server, database),
    keepAs: (name) => onServer(server, `alter database ${database} rename to ${name}`),
  }
}
