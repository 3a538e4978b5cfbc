import type { TestProject } from 'vitest/node'
import { startTestServer } from './database-setup.ts'

/** The oldest supported PostgreSQL. */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = process.env.GOODWORD_TEST_OLDEST_POSTGRES ?? ''
  if (programs === '') throw new Error('GOODWORD_TEST_OLDEST_POSTGRES must name the folder of its programs')
  return startTestServer(project, programs)
}
