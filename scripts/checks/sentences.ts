const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Words that begin an introduction, whose end is a comma: "without a code, the account is …". */
const prepositions =
  'about after among as at before beside between beyond by during for from in like on over per since through to under until up with within without'
const introductions = wordsOf(prepositions)
const introductionsOfNames = wordsOf(`${prepositions} if once unless when while`)

/**
 * Words with which the name of a test would go on from its `describe`. Verbs that are nouns as well (answers, changes,
 * names) are not among them.
 */
const wordsInMidSentence = wordsOf(
  [
    'am is are was were be has have had does do did may might can cannot could will would must should',
    'adds allows begins belongs brings compares converts creates deletes expands finds fits follows gets gives goes happens holds',
    'keeps leads leaves lets loses makes needs opens overwrites reads refuses renders returns runs says sees sends',
    'shows sorts stands stays takes tells tries waits writes',
    'also and but into nor of or than that which who whose',
  ].join(' '),
)

/** A string that is the first of several arguments of `test`, of `it`, and of what `test.each(…)` or `describe.each(…)` returns. */
const testName =
  /(?:(?<![.\w])(?:test|it)|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,\s*(?:async\b|[({]|\w+[,)])/g

/** The numbers of guarantees in front of a name, as in `I4, I9: a bill is …`. */
const numbers = /^(?:I\d+[a-z]?(?:, )?)+: /

/** What stands for the values of a table. */
const placeholders = /%[a-z#]|\$\w+|\$\{[^}]*\}/gi

/** The names of tests that are not a whole sentence: a failing line may show them without their `describe`. */
export function incompleteTestNames(text: string): readonly string[] {
  return [...text.matchAll(testName)].flatMap(({ index, 2: name = '' }) => {
    const sentence = name.replace(numbers, '')
    const isIncomplete =
      !/[a-z]/i.test(sentence.replaceAll(placeholders, '')) ||
      wordsInMidSentence.has(firstWordOf(sentence)) ||
      lacksComma(sentence, introductionsOfNames)
    return isIncomplete ? [`line ${lineAt(text, index)}: name the subject: ${name}`] : []
  })
}

/** Comments on a declaration that are read with the one before, or with the name: "The same for …", "By token". */
export function fragmentComments(text: string): readonly string[] {
  return [...text.matchAll(/\/[*]{2}\s+(?:[*] )?([\s\S]*?)\s*[*]\//g)].flatMap(
    ({ index, 1: comment = '' }) => {
      const [sentence = ''] = comment.split(/[.](?:\s|$)/, 1)
      const isFragment =
        /^(?:The same|Of|Also|Instead|Those|Whose)\b/.test(sentence) || lacksComma(sentence, introductions)
      return isFragment ? [`line ${lineAt(text, index)}: say what it is: ${sentence}`] : []
    },
  )
}

function lacksComma(sentence: string, words: ReadonlySet<string>): boolean {
  return words.has(firstWordOf(sentence)) && !sentence.includes(',')
}

function firstWordOf(sentence: string): string {
  return /^\w*/.exec(sentence)?.[0].toLowerCase() ?? ''
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
