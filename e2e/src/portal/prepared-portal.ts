import { createWelcomeLink } from '@goodword/server/administration/sign-in/one-time-links'
import { openDatabase } from '@goodword/server/engine/driver/database'
import { systemClock } from '@goodword/server/engine/foundation/clock'
import { makePreparedEnvironment } from '@goodword/server/testing/prepared-environment'
import type { TestEnvironment } from '@goodword/server/testing/program'
import { testContext } from '@goodword/server/testing/test-context'
import { withoutTimeouts } from '@goodword/server/testing/without-timeouts'
import { startInProcess } from '../testing/start-in-process.ts'
import {
  addSampleProgram,
  OWNER,
  portalSettings,
  post,
  type RunningPortal,
  runningPortal,
} from './running-portal.ts'

/** A portal of its own with a first owner and sample data, on a copy of a database that has them already. */
export async function startPreparedPortal(
  expectedErrors?: RegExp,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningPortal> {
  withoutTimeouts()
  const environment = await makePreparedEnvironment('sample_portal', prepare)
  const goodword = await startInProcess(environment, { ...portalSettings, ...settings }, expectedErrors)
  try {
    // A session of its own: some changes require a recent sign-in.
    const { email, password } = OWNER
    return runningPortal(
      goodword,
      await post(goodword.url, '/portal/auth/sign-in/email', { email, password }),
    )
  } catch (error) {
    await goodword.stop()
    throw error
  }
}

async function prepare(env: TestEnvironment['env']): Promise<void> {
  const { url, stop } = await startInProcess({ env }, portalSettings)
  try {
    await addSampleProgram(url, await welcomeTokenIn(env))
  } finally {
    await stop()
  }
}

/** The token in the link for the first owner, which the service shows on a terminal. */
export async function welcomeTokenIn({
  DATABASE_URL: connectionString = '',
}: TestEnvironment['env']): Promise<string> {
  const db = openDatabase({ connectionString }, 'owner', 1)
  try {
    const link = await createWelcomeLink(testContext(db, systemClock))
    if (link === null) throw new Error('no link for a first owner in a new database')
    return new URL(link).searchParams.get('token') ?? ''
  } finally {
    await db.close()
  }
}
