import {
  autofill,
  type EventDetails,
  type EventName,
  type GoodwordOptions,
  init,
  type Offer,
  on,
  onOffer,
} from '@goodword/browser'
import {
  type MaybeRefOrGetter,
  onMounted,
  onScopeDispose,
  type ShallowRef,
  shallowReadonly,
  shallowRef,
  toValue,
  watch,
} from 'vue'

/**
 * Keeps the code of a share link, and identifies the user while there is one. Call it once, in the outermost component that
 * knows who is signed in, with a getter; the user is signed out of the widget when it is unmounted.
 */
export function useGoodword(options: MaybeRefOrGetter<GoodwordOptions>): void {
  let release: (() => void) | undefined
  onMounted(() => {
    // A function says nothing in JSON: the latest is called when a token is needed.
    watch(
      () => JSON.stringify(toValue(options)),
      () => {
        const { token, ...fields } = toValue(options)
        const tokenNow = () => {
          const source = toValue(options).token
          return typeof source === 'function' ? source() : (source ?? null)
        }
        release = init({ ...fields, token: typeof token === 'function' ? tokenNow : token })
      },
      { immediate: true },
    )
  })
  onScopeDispose(() => release?.())
}

/** Calls the listener for an event of the script; one that came before the component as well. */
export function useGoodwordEvent<Name extends EventName>(
  name: Name,
  listener: (detail: EventDetails[Name]) => void,
): void {
  let stop: (() => void) | undefined
  onMounted(() => {
    stop = on(name, listener)
  })
  onScopeDispose(() => stop?.())
}

/** The code of the share link that the visitor came with; undefined until it is known, and when there is none. */
export function useReferralCode(): Readonly<ShallowRef<string | undefined>> {
  const code = shallowRef<string>()
  onMounted(() =>
    autofill((found) => {
      code.value = found
    }),
  )
  return shallowReadonly(code)
}

/** The offer for a friend who came by a share link, for a greeting of your own: the script draws none. */
export function useOffer(): Readonly<ShallowRef<Offer | null>> {
  const offer = shallowRef<Offer | null>(null)
  let stop: (() => void) | undefined
  onMounted(() => {
    stop = onOffer((found) => {
      offer.value = found
    })
  })
  onScopeDispose(() => stop?.())
  return shallowReadonly(offer)
}
