import { bundlePrograms } from './bundle-programs.ts'
import { temporaryFiles } from './checks/ram-folder.ts'
import { failureTexts, runNode, runSteps } from './checks/run-steps.ts'
import { quickTests, separateTests, treeSteps } from './checks/steps.ts'

/**
 * `npm run check`: everything that can be known about the tree without a database.
 * `npm run check -- <step> [arguments]` runs one step alone, with its own output.
 */
const steps = [quickTests, ...treeSteps]
const [only, ...extraArgs] = process.argv.slice(2)

if (only === undefined) {
  const results = await runSteps(steps, console.log)
  for (const text of failureTexts(results)) console.log(text)
  const failed = results.filter((each) => !each.passed)
  console.log(`${results.length - failed.length} passed, ${failed.length} failed`)
  process.exitCode = failed.length === 0 ? 0 : 1
} else {
  process.exitCode = await runAlone(only, extraArgs)
}

async function runAlone(name: string, args: readonly string[]): Promise<number> {
  const known = [...steps, ...separateTests]
  const step = known.find((each) => each.name === name)
  if (step === undefined) {
    console.error(`no step is named ${name}; there are ${known.map((each) => each.name).join(', ')}`)
    return 1
  }
  const environment = separateTests.includes(step)
    ? { ...temporaryFiles(), GOODWORD_TEST_PROGRAMS: await bundlePrograms() }
    : {}
  return await runNode({ ...step, args: [...step.args, ...args], environment }, writeOut, console.log)
}

function writeOut(piece: string): void {
  process.stdout.write(piece)
}
