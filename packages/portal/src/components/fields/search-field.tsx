import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { TextField } from './text-field.tsx'

const PAUSE_MS = 250

type SearchFieldProps = {
  readonly label: string
  readonly value: string
  /** Called when typing pauses. */
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  /** The API's name of the value, by which a form finds the field of an error. */
  readonly name?: string
}

/** `<SearchField label="Search people" value={query ?? ''} onChange={setQuery} />`: for a filter in the URL. */
export function SearchField({ label, value, onChange, placeholder = label, name }: SearchFieldProps) {
  const router = useRouter()
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  if (value !== lastValue) {
    setLastValue(value)
    setText(value)
  }
  useEffect(() => {
    if (text === value) return
    const { pathname } = router.latestLocation
    const timer = setTimeout(() => {
      // A page that was opened meanwhile is still being loaded: a filter of this one would lead back here.
      if (router.latestLocation.pathname === pathname) onChange(text)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, value, onChange, router])
  return (
    <TextField
      label={label}
      name={name}
      type="search"
      hasHiddenLabel
      value={text}
      onChange={setText}
      placeholder={placeholder}
      autoComplete="off"
    />
  )
}
