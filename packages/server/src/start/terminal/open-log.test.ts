import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLogger, flushLog } from '../../engine/logging/logger.ts'
import { StartError } from '../start-error.ts'
import { openLog, readArguments } from './open-log.ts'

test('on a terminal, log lines go to a file of the data directory', async () => {
  const folder = temporaryFolder(onTestFinished)
  const { output, file } = openLog(folder, false, true)
  expect(file).toBe(join(folder, 'goodword.log'))
  const logger = createLogger('info', output)
  logger.info('started')
  await flushLog(logger)
  expect(readFileSync(String(file), 'utf8')).toContain('"msg":"started"')
})

test.each([
  ['without a terminal', false, false],
  ['with --verbose', true, true],
])('log lines go to standard output %s', (_, isVerbose, isTerminal) => {
  expect(openLog(temporaryFolder(onTestFinished), isVerbose, isTerminal).file).toBeNull()
})

test('where the file cannot be written, log lines go to the terminal, with the reason', () => {
  const taken = join(temporaryFolder(onTestFinished), 'a file')
  writeFileSync(taken, '')
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => error.mockRestore())
  expect(openLog(taken, false, true).file).toBeNull()
  expect(error).toHaveBeenCalledWith(
    expect.stringContaining(`${join(taken, 'goodword.log')} cannot be written`),
  )
})

test('arguments show the log and choose the processor and the rewards of the demo, and others are refused by name', () => {
  expect(readArguments([])).toEqual({ isVerbose: false, processor: 'braintree', rewards: null })
  const both = ['--verbose', '--processor', 'stripe']
  expect(readArguments(both)).toEqual({ isVerbose: true, processor: 'stripe', rewards: null })
  expect(readArguments(['--rewards', 'share'])).toMatchObject({ rewards: 'share' })
  for (const wrong of [['--verbos'], ['--rewards', 'shares'], ['--processor', 'stirpe'], ['--processor']]) {
    expect(() => readArguments(wrong)).toThrow(StartError)
    expect(() => readArguments(wrong)).toThrow(wrong.join(' '))
  }
})
