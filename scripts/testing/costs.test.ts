import { expect, test } from 'vitest'
import recorded from './costs.json' with { type: 'json' }
import { dearFiles, findExcess, MAX_FILE_COST, MAX_TEST_COST } from './costs.ts'
import { costName, filesOfLanes, filesOfTest } from './lanes.ts'
import type { Part } from './part.ts'
import { filesOfPart, parts, projectsOfPart } from './parts.ts'
import { clusterProjects, filesLike, isLike, type TestFiles, testProjects } from './projects.ts'
import type { FileReport } from './run-report.ts'

const costs: Readonly<Record<string, number>> = recorded.files

test('every test file that costs more than its limit is listed with a reason, and no other', () => {
  const dear = Object.keys(costs).filter((it) => (costs[it] ?? 0) > MAX_FILE_COST)
  expect(Object.keys(dearFiles).sort()).toEqual(dear.sort())
})

test('the test files together cost less than the limit of a run', () => {
  expect(Object.values(costs).reduce((sum, it) => sum + it, 0)).toBeLessThan(MAX_TEST_COST)
})

test('a file and a run that cost far more than they may are found, on a slow processor by what the other files take there', () => {
  const ofFiles = (cpuSeconds: Readonly<Record<string, number>>) =>
    Object.entries(cpuSeconds).map(([path, it]) => ({ project: 'quick', path, cpuSeconds: it }) as FileReport)
  const usual = { 'quick a': 1, 'quick b': 2, 'quick c': 5 }
  expect(findExcess(ofFiles({ a: 1, b: 2, c: 13 }), 1601, usual)).toEqual([
    'the cost of c (13.0 CPU s)',
    'the cost of the run (1601 CPU s)',
  ])
  expect(findExcess(ofFiles({ a: 3, b: 6, c: 15 }), 2400, usual)).toEqual([])
  expect(findExcess(ofFiles({ a: 3, b: 6, c: 40 }), 2400, usual)).toEqual(['the cost of c (40.0 CPU s)'])
})

test('the record of costs names files of npm test, each of which runs in one lane', () => {
  const names = filesOfTest().map(costName)
  expect(Object.keys(costs).filter((it) => !names.includes(it))).toEqual([])
  expect(filesOfLanes().flat().map(costName).sort()).toEqual(names.toSorted())
})

test('every pattern of a part of test:all stands for files', () => {
  const patterns = parts.flatMap(({ files = [], again = [], without = [] }) => [
    ...files,
    ...again,
    ...without,
  ])
  expect(patterns.filter((it) => filesLike([it]).length === 0)).toEqual([])
  const ofFiles = parts.filter((it) => it.needs !== 'newest-node' && it.program === undefined)
  expect(ofFiles.filter((it) => filesOfPart(it).length === 0)).toEqual([])
})

test('every test file is in npm test or in a part', () => {
  const known = [...filesOfTest().map((it) => it.path), ...parts.flatMap(filesOfPart)]
  expect(filesLike(['**/*.test.ts']).filter((it) => !known.includes(it))).toEqual([])
})

test('every test file of a part is in one of the projects that the part runs', () => {
  const projects: Readonly<Record<string, TestFiles>> = { ...testProjects, ...clusterProjects }
  const isRun = (part: Part, file: string) =>
    projectsOfPart(part).some((name) => {
      const { include = [], exclude = [] } = projects[name] ?? {}
      return isLike(file, include) && !isLike(file, exclude)
    })
  const left = parts.flatMap((part) => filesLike(part.files ?? []).filter((it) => !isRun(part, it)))
  expect(left).toEqual([])
})
