/**
 * Words with which a name would go on from its `describe`, so that a failing line that shows the name alone has no
 * subject. Verbs that are nouns as well (answers, changes, names) are not among them.
 */
const WORDS_OF_A_REST = new Set(
  [
    'am is are was were be has have had does do did may might can cannot could will would must should',
    'adds allows begins belongs brings compares converts deletes finds fits follows gets gives goes happens',
    'has holds keeps leads leaves lets loses makes needs opens overwrites reads refuses renders returns runs says',
    'sees sends shows sorts stands stays takes tells tries waits writes',
    'also and but by from into nor of or than that to which who whose',
  ]
    .join(' ')
    .split(' '),
)

/** Words of an introduction, which ends with a comma before the subject: "without a code, the account is …". */
const WORDS_OF_AN_INTRODUCTION = new Set(
  'after among at before beside between during for if in on once over through under unless until when while with without'.split(
    ' ',
  ),
)

/** A string that is the first of several arguments of `test`, `it` and of what `test.each(…)` and `test.for(…)` return. */
const name = /(?:(?<![.\w])(?:test|it)|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,\s*(?:async\b|[({]|\w+[,)])/g

/** The numbers of guarantees in front of a name, as in `I4, I9: a bill is …`. */
const numbers = /^(?:I\d+[a-z]?(?:, )?)+: /

/** The names of tests that are not a whole sentence, which a failing line shows without their `describe`. */
export function incompleteTestNames(text: string): readonly string[] {
  return [...text.matchAll(name)].flatMap(({ index, 2: quoted = '' }) => {
    const sentence = quoted.replace(numbers, '')
    const first = /^\w*/.exec(sentence)?.[0] ?? ''
    const reason = WORDS_OF_A_REST.has(first)
      ? 'name the subject'
      : WORDS_OF_AN_INTRODUCTION.has(first) && !sentence.includes(',')
        ? 'name the subject first, or after a comma'
        : null
    const line = text.slice(0, index).split('\n').length
    return reason === null ? [] : [`line ${line}: ${reason}: ${quoted}`]
  })
}
