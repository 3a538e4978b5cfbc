import { type Columns, csvWriter } from '@goodword/domain/files/csv-record'
import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '../api/client.ts'
import { useTenantAlias } from '../api/use-tenant-alias.ts'
import { saveFile } from '../components/save-file.ts'
import { useToast } from '../components/toast.tsx'
import { count } from '../format/count.ts'
import { type AskedList, readWholeList } from './read-whole-list.ts'
import type { ListName } from './use-list.ts'

/** The number of rows of a list that are counted, and read into the memory of a browser. */
export const MAX_ROWS = 10_000

type ListFileOptions<Name extends ListName, Row> = {
  readonly list: { readonly asked: AskedList<Name> }
  readonly rowsOf: (page: AnswerOf<Name>) => readonly Row[]
  readonly columns: Columns<Row>
  readonly noun: string
  readonly onSaved: () => void
}

/** Reads a list to its end and saves it; reading ends when the component is gone. */
export function useListFile<Name extends ListName, Row>(options: ListFileOptions<Name, Row>) {
  const { list, rowsOf, columns, noun, onSaved } = options
  const tenantAlias = useTenantAlias()
  const showToast = useToast()
  const [readRows, setReadRows] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  async function read(): Promise<readonly Row[]> {
    const rows: Row[] = []
    await readWholeList(tenantAlias, list.asked, (page) => {
      rows.push(...rowsOf(page))
      setReadRows(rows.length)
      return isShown.current && rows.length < MAX_ROWS
    })
    return rows.slice(0, MAX_ROWS)
  }

  async function save(): Promise<void> {
    setError(null)
    setReadRows(0)
    try {
      const rows = await read()
      if (!isShown.current) return
      const { header, record } = csvWriter(columns)
      saveFile(`${noun.replaceAll(' ', '-')}.csv`, 'text/csv', header + rows.map(record).join(''))
      showToast({ text: `Saved ${count(rows.length, 'row', 'rows')}.` })
      onSaved()
    } catch (failure) {
      setError(failure)
    } finally {
      setReadRows(null)
    }
  }

  return { readRows, error, save: () => void save() }
}
