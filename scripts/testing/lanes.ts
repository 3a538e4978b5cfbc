import costs from './costs.json' with { type: 'json' }
import { filesOfParts } from './parts.ts'
import { filesOfProject, type TestProjectName, testProjects } from './projects.ts'

/** A test file in a project; some files are in two. */
export type TestFile = { readonly project: TestProjectName; readonly path: string }

/**
 * `npm test` runs its files in three lanes: each is a vitest with one worker, so that the same files share a process in the same
 * order in every run, on every machine. Two of them keep two processors busy; the third one fills what waits for processes and
 * browsers leave. The modules of a project are loaded in as few lanes as possible; only the files of `database` are spread, so
 * that the lanes end together.
 */
const lanes: readonly (readonly TestProjectName[])[] = [
  ['browser'],
  ['database-alone', 'oldest-database', 'slow'],
  ['sdk', 'database-statements', 'steps', 'quick'],
]
const spreadProject = 'database'

export const LANES = lanes.length

/** The assumed cost of a file without a record, in processor-seconds. */
const USUAL_COST = 0.3
const USUAL_QUICK_COST = 0.07
/** The cost of loading a file and its own imports, which is not counted as the file’s. */
const LOADING = 0.2
const QUICK_LOADING = 0.05
/**
 * How long a lane is busy with a file, as a multiple of what the file computes: tests that start processes, that try what a
 * processor answers late, or that look at pages also wait.
 */
const waiting: Readonly<Partial<Record<TestProjectName, number>>> = {
  'database-alone': 1.65,
  sdk: 1.5,
  browser: 1.05,
}
const recorded: Readonly<Record<string, number>> = costs.files

/** The name of a file in the record of costs. */
export function costName({ project, path }: { readonly project: string; readonly path: string }): string {
  return `${project} ${path}`
}

/** Every file of `npm test`. */
export function filesOfTest(): readonly TestFile[] {
  const projects = Object.keys(testProjects) as TestProjectName[]
  return projects.flatMap((project) =>
    filesOfProject(testProjects[project])
      .filter((path) => !filesOfParts.includes(path))
      .map((path) => ({ project, path })),
  )
}

/** The files of each lane, in the order in which they run. */
export function filesOfLanes(files: readonly TestFile[] = filesOfTest()): readonly (readonly TestFile[])[] {
  const filled = lanes.map((projects) =>
    projects.flatMap((project) => files.filter((it) => it.project === project)),
  )
  // The dearest first, each into the lane with the least: the usual way to fill bins evenly.
  const spread = files.filter((it) => it.project === spreadProject)
  for (const file of spread.toSorted((one, other) => costOf(other) - costOf(one))) {
    filled.reduce((least, it) => (loadOf(it) < loadOf(least) ? it : least)).push(file)
  }
  return filled.map(cheapestFirst)
}

/** The modules that the first file of a project loads are not counted for it, so the cheapest file goes first. */
function cheapestFirst(files: readonly TestFile[]): readonly TestFile[] {
  const byProject = [...Map.groupBy(files, (it) => it.project).values()]
  return byProject.flatMap((its) => its.toSorted((one, other) => costOf(one) - costOf(other)))
}

function costOf(file: TestFile): number {
  return recorded[costName(file)] ?? (file.project === 'quick' ? USUAL_QUICK_COST : USUAL_COST)
}

function loadOf(files: readonly TestFile[]): number {
  const loading = ({ project }: TestFile): number => (project === 'quick' ? QUICK_LOADING : LOADING)
  return files.reduce((sum, it) => sum + loading(it) + costOf(it) * (waiting[it.project] ?? 1), 0)
}
