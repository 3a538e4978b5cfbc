import { ApiError } from '@goodword/client'

/** Asks the person to sign in again; false when they do not want to. */
type AskToSignIn = () => Promise<boolean>

let askToSignIn: AskToSignIn = async () => false

/** The dialog that asks, while it is on the page. Returns how to take it away. */
export function provideSignInDialog(ask: AskToSignIn): () => void {
  askToSignIn = ask
  return () => {
    askToSignIn = async () => false
  }
}

/** Makes a call that may need a recent sign-in: where the service asks for one, it is made again after it. */
export async function withRecentSignIn<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'REAUTHENTICATION_REQUIRED') throw error
    if (!(await askToSignIn())) throw error
    return await call()
  }
}
