import { expect, test } from 'vitest'
import { csvRecord } from './csv-record.ts'

test.each([
  [['a', 'b'], 'a,b'],
  [['', null, 0, -1, 1.5], ',,0,-1,1.5'],
  [['a,b', 'c'], '"a,b",c'],
  [['say "hi"'], '"say ""hi"""'],
  [['one\ntwo'], '"one\ntwo"'],
  [['one\rtwo'], '"one\rtwo"'],
  [['one\r\ntwo'], '"one\r\ntwo"'],
  [[' a', 'a ', '\u00a0a'], '" a","a ","\u00a0a"'],
  [['a;b', 'a\tb'], '"a;b","a\tb"'],
  [['Zoë 🎉 中文', '\u0645'], 'Zoë 🎉 中文,\u0645'],
  [['=1+1', '+1', '-1', '@a'], "'=1+1,'+1,'-1,'@a"],
  [['\t=1', '\r=1', '\n=1'], `"'\t=1","'\r=1","'\n=1"`],
  [['=HYPERLINK("https://evil.example","x")'], `"'=HYPERLINK(""https://evil.example"",""x"")"`],
  [["'=1", "O'Neil"], "''=1,O'Neil"],
])('%j is the record %j', (cells, record) => {
  expect(csvRecord(cells)).toBe(`${record}\r\n`)
})
