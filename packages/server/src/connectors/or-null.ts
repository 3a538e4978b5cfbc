import { ProcessorError } from './processor-error.ts'

/** Null instead of an error that there is none. */
export async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ProcessorError && error.code === 'NOT_FOUND') return null
    throw error
  }
}
