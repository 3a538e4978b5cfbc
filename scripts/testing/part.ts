import type { clusterProjects, testProjects } from './projects.ts'

/** The needs of a part beside the packages; where one is missing, the part is one line `not run`. */
export type Need = 'citus' | 'postgresql-15' | 'python-sdk' | 'languages' | 'newest-node' | 'proxies'

/** A part of `npm run test:all`: test files with the settings under which it runs them, or a program. */
export type Part = {
  readonly name: string
  readonly does: string
  /** The minutes that it takes about on two cores. */
  readonly minutes: number
  /** A program that runs in the place of test files, with the further words of the command as its arguments. */
  readonly program?: string
  /** Patterns of test files that run in this part and not in `npm test`. */
  readonly files?: readonly string[]
  /** Patterns of further test files, which another part or `npm test` runs in another form. */
  readonly again?: readonly string[]
  /** Patterns of those among them that it leaves out. */
  readonly without?: readonly string[]
  /** The pattern that a file among them has to contain. */
  readonly containing?: RegExp
  /** The projects of vitest, if not all to which the files belong. */
  readonly projects?: readonly ProjectName[]
  readonly environment?: Readonly<Record<string, string>>
  readonly needs?: Need
  /** Patterns of files after whose change this part has to run. */
  readonly after: readonly string[]
}

type ProjectName = keyof typeof testProjects | keyof typeof clusterProjects

/** The setting for the long form of tests with two forms. */
export const long = { GOODWORD_TRIALS: 'long' }
