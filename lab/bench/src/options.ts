import { type ParseArgsConfig, parseArgs } from 'node:util'

/** The fault of the arguments. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const flag = { type: 'boolean' } as const
export const text = { type: 'string' } as const

/**
 * Reads the options of a command.
 *
 * @throws UsageError
 */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  allowPositionals = false,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/**
 * The whole number of an option; `otherwise` without one.
 *
 * @throws UsageError
 */
export function whole<Otherwise>(
  name: string,
  text: string | undefined,
  otherwise: Otherwise,
  least = 1,
): number | Otherwise {
  if (text === undefined) return otherwise
  const value = Number(text.replaceAll(/[_,]/g, ''))
  if (Number.isSafeInteger(value) && value >= least) return value
  throw new UsageError(`--${name} takes a whole number from ${least} on, not "${text}"`)
}

/**
 * The word of an option, of those that it may be.
 *
 * @throws UsageError
 */
export function oneOf<Word extends string>(name: string, text: string, words: readonly Word[]): Word {
  const word = words.find((it) => it === text)
  if (word === undefined) throw new UsageError(`--${name} takes one of ${words.join(', ')}, not "${text}"`)
  return word
}
