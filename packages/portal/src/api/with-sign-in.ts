import { ApiError } from '@goodword/client'

/** Why a call needs a sign-in: there is no session any more, or the last sign-in is too long ago for what the call does. */
export type SignInReason = 'SESSION_ENDED' | 'TOO_LONG_AGO'

/** Asks the person to sign in again; false when they do not want to. */
type AskToSignIn = (reason: SignInReason) => Promise<boolean>

let askToSignIn: AskToSignIn = async () => false
/** While the dialog is open: calls that fail meanwhile wait for the same answer. */
let question: Promise<boolean> | null = null
let signIns = 0
/** Whether the person closed the dialog without a sign-in, so that only their own action opens it again. */
let isPutOff = false

/** The dialog that asks, while it is on the page. Returns how to take it away. */
export function provideSignInDialog(ask: AskToSignIn): () => void {
  askToSignIn = ask
  allowSignInDialog()
  return () => {
    askToSignIn = async () => false
  }
}

/** Lets reads open the dialog again that the person has closed: they try again themselves. */
export function allowSignInDialog(): void {
  isPutOff = false
}

/** Makes a call that may need a sign-in: where the service asks for one, the call is made again after it. */
export function withSignIn<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  allowSignInDialog()
  return readWithSignIn(call)
}

/** Whether a call failed because there is no session any more. A wrong password or code has a code of its own. */
export function isSessionEnded(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'UNAUTHORIZED'
}

/** Makes a call that the page makes by itself, which is repeated after a sign-in too. */
export async function readWithSignIn<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const before = signIns
  try {
    return await call()
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    // A sign-in may have been completed while the call was under way.
    if (signIns === before && !(await ask(reason))) throw error
    return await call()
  }
}

function reasonOf(error: unknown): SignInReason | null {
  if (isSessionEnded(error)) return 'SESSION_ENDED'
  const isTooLongAgo = error instanceof ApiError && error.code === 'REAUTHENTICATION_REQUIRED'
  return isTooLongAgo ? 'TOO_LONG_AGO' : null
}

async function ask(reason: SignInReason): Promise<boolean> {
  if (question === null && isPutOff) return false
  question ??= askToSignIn(reason).finally(() => {
    question = null
  })
  const isSignedIn = await question
  isPutOff = !isSignedIn
  if (isSignedIn) signIns += 1
  return isSignedIn
}
