import { exampleProgram } from '@goodword/contract/frame/examples'
import { expect, test } from 'vitest'
import { publishWarning } from './publish-warnings.ts'

test.each([
  'http://shop.example.com',
  'https://localhost:3000/welcome',
  'https://127.0.0.1',
  'https://staging.example.com',
  'https://shop-test.example.com',
])('a landing page of a test shop is pointed out: %s', (landingPage) => {
  expect(publishWarning('landingPage', { ...exampleProgram, landingPage })).toContain('test shop')
})

test.each(['https://www.example.com/testing', 'https://contest.example.com', null])(
  'other changes are published without a warning: %s',
  (page) => {
    expect(publishWarning('landingPage', { ...exampleProgram, landingPage: page })).toBeNull()
  },
)

test.each([
  [true, false, true],
  [true, true, false],
  [false, false, false],
])(
  'names that are shown (%s) with confirmed calls alone (%s) are warned of: %s',
  (showReferrerName, requireSignedIdentification, isWarned) => {
    const warning = publishWarning('showReferrerName', {
      ...exampleProgram,
      showReferrerName,
      requireSignedIdentification,
    })
    expect(warning !== null).toBe(isWarned)
  },
)
