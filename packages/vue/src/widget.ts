import { type FunctionalComponent, h } from 'vue'

/** The widget of the user, in the page. Leave it out while no user is signed in: its room would stay empty. */
export const GoodwordWidget: FunctionalComponent = (_props, { slots }) =>
  // The slot is in its place where scripts do not run.
  h('goodword-widget', slots.default?.())
