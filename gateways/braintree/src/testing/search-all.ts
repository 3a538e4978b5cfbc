import type { Readable } from 'node:stream'

/** All that a search of the official SDK's finds, in order. */
export async function allOf<T>(stream: Readable | NodeJS.ReadableStream): Promise<readonly T[]> {
  const found: T[] = []
  for await (const each of stream) found.push(each as unknown as T)
  return found
}
