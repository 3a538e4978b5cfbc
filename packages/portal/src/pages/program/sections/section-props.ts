import type { Program } from '@goodword/client'

/** The program that a section of the form shows and changes. */
export type SectionProps = {
  readonly program: Program
  readonly change: (fields: Partial<Program>) => void
}
