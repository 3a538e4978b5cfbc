import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Programs that wait come first, beside the steps of the check, which use the processors. The small files come last, so that no
 * long one ends alone. Projects that are not named are between them.
 */
const first = ['database-alone', 'browser', 'sdk', 'steps', 'slow', 'cluster']
const last = ['database', 'quick']

/** The order of the projects in a run; within one, files with most text are first. */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

function rankOf({ project: { name } }: TestSpecification): number {
  const place = first.indexOf(name)
  return place >= 0 ? place : first.length + last.indexOf(name) + 1
}
