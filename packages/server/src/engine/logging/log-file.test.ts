import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { openLogFile } from './log-file.ts'
import { createLogger, flushLog } from './logger.ts'

test('a log file is for this user alone, and a restart appends to it', async () => {
  const file = join(temporaryFolder(onTestFinished), 'data', 'goodword.log')
  for (const run of [1, 2]) {
    const logger = createLogger('info', openLogFile(file))
    logger.info({ run }, 'line')
    await flushLog(logger)
  }
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(runsIn(file, 'run')).toEqual([1, 2])
})

test('a full log file is renamed, and no line is lost', async () => {
  const file = join(temporaryFolder(onTestFinished), 'goodword.log')
  const logger = createLogger('info', openLogFile(file, 4000))
  const numbers = Array.from({ length: 60 }, (_, number) => number)
  for (const number of numbers) logger.info({ number }, 'line')
  await flushLog(logger)
  const [first, second] = [runsIn(`${file}.1`, 'number'), runsIn(file, 'number')]
  expect([...first, ...second]).toEqual(numbers)
  expect(second.length).toBeGreaterThan(0)
  expect(existsSync(`${file}.2`)).toBe(false)
})

test('two of many full files are kept, which hold the last lines', async () => {
  const file = join(temporaryFolder(onTestFinished), 'goodword.log')
  const logger = createLogger('info', openLogFile(file, 1000))
  for (let number = 0; number < 300; number += 1) {
    logger.info({ number }, 'line')
    await flushLog(logger)
  }
  expect(statSync(file).size + statSync(`${file}.1`).size).toBeLessThan(2500)
  expect(runsIn(file, 'number').at(-1)).toBe(299)
})

test('a file that cannot be opened is an error at once', () => {
  const folder = temporaryFolder(onTestFinished)
  expect(() => openLogFile(folder)).toThrow(/EISDIR/)
})

function runsIn(file: string, field: string): number[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line)[field])
}
