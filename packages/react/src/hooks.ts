import {
  autofill,
  type EventDetails,
  type EventName,
  type GoodwordOptions,
  init,
  type Offer,
  on,
  onOffer,
  type TokenSource,
} from '@goodword/browser'
import { useEffect, useRef, useState } from 'react'

/**
 * Keeps the code of a share link, and identifies the user while there is one. Call it once, in the outermost component that
 * knows who is signed in; the user is signed out of the widget when it is unmounted.
 */
export function useGoodword(options: GoodwordOptions): void {
  const latest = useRef(options)
  // Options are written anew in each render, and mean the same as long as they say the same.
  const said = JSON.stringify(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    const { token, ...fields }: GoodwordOptions = { token: latest.current.token, ...JSON.parse(said) }
    const tokenNow: TokenSource = async () => {
      const source = latest.current.token
      return (typeof source === 'function' ? await source() : source) ?? null
    }
    return init({ ...fields, token: typeof token === 'function' ? tokenNow : token })
  }, [said])
}

/** Calls the listener for an event of the script; one that came before the component as well. */
export function useGoodwordEvent<Name extends EventName>(
  name: Name,
  listener: (detail: EventDetails[Name]) => void,
): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => on(name, (detail) => latest.current(detail)), [name])
}

/** The code of the share link that the visitor came with; undefined until it is known, and when there is none. */
export function useReferralCode(): string | undefined {
  const [code, setCode] = useState<string>()
  useEffect(() => {
    let isMounted = true
    autofill((found) => {
      if (isMounted) setCode(found)
    })
    return () => {
      isMounted = false
    }
  }, [])
  return code
}

/** The offer for a friend who came by a share link, for a greeting of your own: the script draws none. */
export function useOffer(): Offer | null {
  const [offer, setOffer] = useState<Offer | null>(null)
  useEffect(() => onOffer(setOffer), [])
  return offer
}
