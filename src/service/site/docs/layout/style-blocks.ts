/** Of what stands in a page: code, tables, samples, the form that sends, search. */
export const BLOCKS = `code, pre { font-family: var(--mono); font-size: .875em; }
:not(pre) > code { padding: .1em .3em; border-radius: 4px; background: var(--code); overflow-wrap: anywhere; }
pre { margin: 0; padding: 16px; overflow: auto; border: 1px solid var(--line); border-radius: 10px; background: var(--code); font-size: 13px; line-height: 1.55; }
pre code { font-size: inherit; }
main > .text > pre, main > .text > .copyable, .wide { margin: 16px 0; }
.copyable { position: relative; }
.copy {
  position: absolute; top: 8px; right: 8px; padding: 2px 10px; border: 1px solid var(--line); border-radius: 6px;
  background: var(--surface); color: var(--soft); font-size: 12px; line-height: 20px; opacity: 0;
}
.copyable:hover .copy, .copy:focus-visible { opacity: 1; }
@media (hover: none) { .copy { opacity: 1; } }
.address { margin: 4px 0 16px; font: 14px/1.5 var(--mono); overflow-wrap: anywhere; }
.verb { display: inline-block; margin-right: 8px; padding: 0 8px; border-radius: 6px; background: var(--mark); font-weight: 600; font-size: 12px; line-height: 22px; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 14px; line-height: 1.5; }
th, td { padding: 9px 16px 9px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th, thead td { border-top: 0; color: var(--soft); font-weight: 600; }
tbody th { font-weight: 400; white-space: nowrap; }
td small, th small { color: var(--soft); }
details { margin-top: 10px; }
summary { cursor: pointer; color: var(--accent); font-size: 14px; }
details > pre, details > .copyable { margin-top: 10px; }
.contents { margin: 0 0 28px; padding: 10px 16px; border: 1px solid var(--line); border-radius: 10px; font-size: 14px; }
.contents ul { margin: 8px 0 4px; columns: 2; column-gap: 32px; }
.contents a { display: block; padding: 3px 0; color: var(--ink); text-decoration: none; }
.contents a:hover { color: var(--accent); text-decoration: underline; }
.contents .deep a { padding-left: 16px; color: var(--soft); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(230px, 1fr)); gap: 14px; margin: 0; padding: 0; list-style: none; }
.cards a { display: block; height: 100%; padding: 16px 18px; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); color: inherit; text-decoration: none; }
.cards a:hover { border-color: var(--accent); }
.cards b { display: block; color: var(--accent); }
.cards span { color: var(--soft); font-size: 14px; line-height: 1.45; }
.operations, .plain, .sequence { padding: 0; list-style: none; }
.operations li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 16px; max-width: none; padding: 7px 0; border-top: 1px solid var(--line); }
.operations .address { margin: 0 0 0 auto; color: var(--soft); font-size: 12.5px; }
.sequence { padding: 14px 20px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); font-size: 14px; }
.status { font: 600 15px var(--mono); }
.samples { margin: 0; padding: 0; border: 0; min-width: 0; }
.samples legend, .code figcaption { padding: 0; font-weight: 650; font-size: 14px; }
.choices { display: flex; gap: 4px; margin: 8px 0; }
.choices input { position: absolute; opacity: 0; }
.choices label { padding: 4px 12px; border: 1px solid transparent; border-radius: 8px; color: var(--soft); font-size: 14px; cursor: pointer; }
.choices label:hover { color: var(--ink); }
.choices input:checked + label { border-color: var(--line); background: var(--surface); color: var(--accent); font-weight: 600; }
.choices input:focus-visible + label { outline: 2px solid var(--accent); outline-offset: 2px; }
.panel, .printed { display: none; }
.samples:has([value='curl']:checked) [data-language='curl'],
.samples:has([value='node']:checked) [data-language='node'],
.samples:has([value='python']:checked) [data-language='python'],
.samples:has([value='php']:checked) [data-language='php'] { display: block; }
.code { margin: 20px 0 0; }
.code figcaption { margin-bottom: 8px; }
.code pre { max-height: 320px; }
.send { margin-top: 24px; padding: 18px; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
.send h2 { margin: 0 0 4px; font-size: 16px; }
.send p { margin: 0 0 12px; color: var(--soft); font-size: 14px; }
.send label { display: grid; grid-template-columns: 132px minmax(0, 1fr); align-items: center; gap: 10px; margin-top: 8px; font: 13px var(--mono); }
.send input, .send select { width: 100%; padding: 6px 10px; border: 1px solid var(--soft); border-radius: 6px; background: var(--page); font: 13px/20px var(--mono); }
.send button:not(.copy) { margin-top: 14px; padding: 8px 22px; border: 0; border-radius: 8px; background: var(--accent); color: var(--on-accent); font-weight: 600; }
.send button:disabled { opacity: .6; }
.send .answer p { margin: 16px 0 8px; font: 600 13px var(--mono); }
.send .answer .fine { color: var(--accent); }
.send .answer .refused { color: var(--bad); }
.send .answer pre { max-height: 380px; }
dialog.search { width: min(620px, calc(100vw - 32px)); max-height: 76vh; margin: 10vh auto auto; padding: 16px; border: 1px solid var(--line); border-radius: 14px; background: var(--surface); color: inherit; box-shadow: 0 24px 80px rgb(0 0 0 / .3); }
dialog.search::backdrop { background: rgb(0 0 0 / .4); }
dialog.search input { width: 100%; padding: 10px 14px; border: 1px solid var(--soft); border-radius: 8px; background: var(--page); }
dialog.search p { margin: 10px 2px 4px; color: var(--soft); font-size: 13px; }
dialog.search ul { margin: 0; padding: 0; list-style: none; }
dialog.search li a { display: flex; justify-content: space-between; gap: 16px; padding: 9px 12px; border-radius: 8px; color: inherit; text-decoration: none; }
dialog.search li a:is(:hover, :focus) { background: light-dark(#e8efe9, #1e2a25); }
dialog.search small { color: var(--soft); white-space: nowrap; }
`;
