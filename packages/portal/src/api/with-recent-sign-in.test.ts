import { ApiError } from '@goodword/client'
import { expect, test } from 'vitest'
import { provideSignInDialog, withRecentSignIn } from './with-recent-sign-in.ts'

const tooOld = new ApiError({ code: 'REAUTHENTICATION_REQUIRED', message: '', status: 403 })

/** A call that needs a recent sign-in the first time, and how often it was made. */
function callThatNeedsOne() {
  const calls: number[] = []
  const call = async () => {
    calls.push(calls.length)
    if (calls.length === 1) throw tooOld
    return 'done'
  }
  return { call, calls }
}

test('a call that needs a recent sign-in is repeated once after it', async () => {
  const remove = provideSignInDialog(async () => true)
  const { call, calls } = callThatNeedsOne()
  expect(await withRecentSignIn(call)).toBe('done')
  expect(calls).toHaveLength(2)
  remove()
})

test.each([
  ['the dialog is closed', async () => false],
  ['there is no dialog', null],
] as const)('a call is not repeated when %s', async (_, ask) => {
  const remove = ask === null ? () => undefined : provideSignInDialog(ask)
  const { call, calls } = callThatNeedsOne()
  await expect(withRecentSignIn(call)).rejects.toBe(tooOld)
  expect(calls).toHaveLength(1)
  remove()
})
