import { ApiError } from '@goodword/client'
import { afterEach, describe, expect, test } from 'vitest'
import { provideSignInDialog, readWithSignIn, type SignInReason, withSignIn } from './with-sign-in.ts'

const failures = {
  SESSION_ENDED: new ApiError({ code: 'UNAUTHORIZED', message: '', status: 401 }),
  TOO_LONG_AGO: new ApiError({ code: 'REAUTHENTICATION_REQUIRED', message: '', status: 403 }),
}

/** A call that fails until there is a session, and whether there was one each time it was made. */
function callThatNeeds(reason: SignInReason, isSignedIn: () => boolean) {
  const calls: boolean[] = []
  const call = async () => {
    calls.push(isSignedIn())
    if (!isSignedIn()) throw failures[reason]
    return 'done'
  }
  return { call, calls }
}

/** A dialog with these answers, one after the other, and why it was opened. */
function openDialog(...answers: readonly boolean[]) {
  const reasons: SignInReason[] = []
  const state = { isSignedIn: false }
  afterTest = provideSignInDialog(async (reason) => {
    reasons.push(reason)
    state.isSignedIn = answers[reasons.length - 1] ?? false
    return state.isSignedIn
  })
  return { reasons, isSignedIn: () => state.isSignedIn }
}

let afterTest: () => void = () => undefined
afterEach(() => afterTest())

describe.each(['SESSION_ENDED', 'TOO_LONG_AGO'] as const)('a call that fails for %s', (reason) => {
  test('a call that needs a sign-in is made once more after it', async () => {
    const { reasons, isSignedIn } = openDialog(true)
    const { call, calls } = callThatNeeds(reason, isSignedIn)
    expect(await withSignIn(call)).toBe('done')
    expect([calls, reasons]).toEqual([[false, true], [reason]])
  })

  test('a call is not repeated when the dialog is closed, and asks again at the next try', async () => {
    const { reasons, isSignedIn } = openDialog(false, true)
    const { call, calls } = callThatNeeds(reason, isSignedIn)
    await expect(withSignIn(call)).rejects.toBe(failures[reason])
    expect(calls).toEqual([false])
    expect(await withSignIn(call)).toBe('done')
    expect(reasons).toEqual([reason, reason])
  })

  test('a call is not repeated where there is no dialog', async () => {
    const { call, calls } = callThatNeeds(reason, () => false)
    await expect(withSignIn(call)).rejects.toBe(failures[reason])
    expect(calls).toHaveLength(1)
  })
})

test('calls that fail together open one dialog, and are all repeated', async () => {
  const { reasons, isSignedIn } = openDialog(true)
  const calls = [1, 2, 3].map(() => callThatNeeds('SESSION_ENDED', isSignedIn).call)
  expect(await Promise.all(calls.map(withSignIn))).toEqual(['done', 'done', 'done'])
  expect(reasons).toHaveLength(1)
})

test('what the page reads by itself does not open a dialog again that the person has closed', async () => {
  const { reasons, isSignedIn } = openDialog(false, true)
  const { call } = callThatNeeds('SESSION_ENDED', isSignedIn)
  await expect(readWithSignIn(call)).rejects.toBe(failures.SESSION_ENDED)
  await expect(readWithSignIn(call)).rejects.toBe(failures.SESSION_ENDED)
  expect(reasons).toHaveLength(1)
  expect(await withSignIn(call)).toBe('done')
})

test.each(['SIGN_IN_FAILED', 'INSUFFICIENT_SCOPE', 'NO_ANSWER'])(
  'a call that fails with %s asks for nothing',
  async (code) => {
    const { reasons } = openDialog(true)
    const failure = new ApiError({ code, message: '', status: 401 })
    await expect(withSignIn(() => Promise.reject(failure))).rejects.toBe(failure)
    expect(reasons).toEqual([])
  },
)
