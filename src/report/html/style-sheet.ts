import { colorProperties } from "../chart/palette.ts";

/**
 * The look of reports: one column, system fonts, colours by meaning, sheets of paper without
 * screens' furniture.
 */
export const styleSheet = `
:root{color-scheme:light dark;${colorProperties("light")}}
@media (prefers-color-scheme:dark){:root{${colorProperties("dark")}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
header,main,footer{max-width:868px;margin:0 auto;padding:0 16px}
header{padding-top:48px}
.kind{margin:0;color:var(--muted);font-size:.875rem;letter-spacing:.04em}
h1{margin:0 0 .5rem;font-size:2rem;line-height:1.2;font-weight:650;letter-spacing:-.01em}
h2{margin:0 0 .25rem;font-size:1.5rem;line-height:1.25;font-weight:650;letter-spacing:-.005em}
h3{margin:2.5rem 0 .75rem;font-size:1.0625rem;line-height:1.3;font-weight:650}
h4{margin:1.5rem 0 .5rem;font-size:1rem;font-weight:600}
section{margin-top:56px;padding-top:28px;border-top:2px solid var(--ink)}
p{margin:.5rem 0}
a{color:var(--accent);text-underline-offset:.15em}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.875em}
.meta{color:var(--muted);font-size:.9375rem;margin:.25rem 0}
.verdict{font-weight:600;margin:.75rem 0}
.good{color:var(--good)}.caution{color:var(--caution)}.bad{color:var(--bad)}
nav ul,.plain,.notes,.coverage,.legend,.options{list-style:none;margin:0;padding:0}
nav{position:sticky;top:0;z-index:1;background:var(--page);border-bottom:1px solid var(--rule);margin-top:1rem}
nav ul{display:flex;flex-wrap:nowrap;overflow-x:auto;scrollbar-width:none;gap:.25rem 1.25rem;max-width:868px;margin:0 auto;padding:.625rem 16px;white-space:nowrap;font-size:.9375rem}
h2{scroll-margin-top:6rem}
@media(min-width:900px){nav ul{flex-wrap:wrap}}
.skip{position:absolute;left:-9999px}
.skip:focus{left:16px;top:8px;background:var(--page);padding:4px 8px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:3px}
.chart{margin:1rem 0}
.chart svg{display:block;max-width:100%;height:auto}
.timeline svg{max-width:none;min-width:560px;width:100%}
.narrow{display:none}
.multiples{display:grid;grid-template-columns:repeat(auto-fill,minmax(262px,1fr));gap:8px 24px}
.multiples .chart{margin:.25rem 0}
.scroll{overflow-x:auto;margin:1rem 0;background:linear-gradient(to left,var(--ground,var(--page)) 40%,transparent) right/48px 100% no-repeat local,linear-gradient(to left,var(--rule),transparent) right/16px 100% no-repeat scroll}
.broad{position:relative;left:50%;transform:translateX(-50%);width:fit-content;min-width:100%;max-width:min(100vw - 4rem,76rem)}
table{border-collapse:collapse;min-width:100%;font-size:.9375rem}
.caption{margin:1.5rem 0 .375rem;color:var(--muted);font-size:.875rem}
.caption+.scroll{margin-top:0}
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
th,td{padding:.375rem 1rem .375rem 0;text-align:left;vertical-align:top;font-weight:400;overflow-wrap:normal}
th:last-child,td:last-child{padding-right:0}
thead th{color:var(--muted);font-size:.8125rem;white-space:nowrap;border-bottom:1px solid var(--muted)}
tbody tr{border-bottom:1px solid var(--rule)}
tbody th{font-weight:500}
tbody th.group{font-weight:600;min-width:8rem}
tbody th.left{min-width:7rem}
td.right,th.right{text-align:right;white-space:nowrap}
.wrapped thead th{white-space:normal;vertical-align:bottom}
.wrapped td.right{white-space:normal}
.wrapped td.left{min-width:8rem}
.wrapped td.right span{white-space:nowrap}
.wrapped td.right span+span{display:block;font-size:.8125rem;color:var(--muted)}
.dense table{font-size:.875rem}
.dense th,.dense td{padding-right:.625rem}
.dense thead th{white-space:normal;vertical-align:bottom}
.dense td.left{min-width:5rem}
.signatures td{overflow-wrap:anywhere}
.notes{font-size:.9375rem}
.notes li{margin:0 0 .2rem}
.notes .plain{color:var(--ink)}
.scroll+.notes .plain{color:var(--muted)}
.systems,.facts,.glossary{margin:1.25rem 0}
.systems>div,.facts>div,.glossary>div{display:grid;grid-template-columns:minmax(0,11rem) minmax(0,1fr);gap:0 1.25rem;padding:.375rem 0;border-top:1px solid var(--rule)}
.facts>div{padding:.25rem 0}
.facts>.nested{display:block}
.facts>.nested>dd{padding-left:1.25rem}
.facts .facts,.facts .list{margin:0}
.facts .facts>div{border:0;padding:.0625rem 0}
.facts .list{list-style:none;padding:0}
.facts .list>li{padding:.25rem 0}
.facts .list>li+li{border-top:1px solid var(--rule)}
dt{font-weight:600;font-size:.9375rem}
dd{margin:0;font-size:.9375rem}
.facts dt{font-weight:400;color:var(--muted)}
.facts>.nested>dt{color:var(--ink);font-weight:500}
.coverage>li{margin:0 0 1.25rem}
.coverage svg{display:block}
.bar-head{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;font-size:.9375rem;margin-bottom:.25rem}
.bar-head strong{font-weight:600}
.bar-head span{color:var(--muted)}
.legend{display:flex;flex-wrap:wrap;gap:.125rem 1.25rem;font-size:.875rem;color:var(--muted);margin-top:.375rem}
.legend li{display:flex;align-items:center;gap:.375rem}
.legend svg{flex:none}
.chip{border:1px solid var(--rule);border-radius:999px;padding:.05rem .6rem;font-size:.8125rem;color:var(--muted);white-space:nowrap}
summary{cursor:pointer;list-style:none;display:flex;flex-wrap:wrap;align-items:baseline;gap:.125rem .625rem;position:relative;padding-left:1.125rem}
summary::-webkit-details-marker{display:none}
summary::before{content:"▸";position:absolute;left:0;color:var(--muted)}
details[open]>summary::before{content:"▾"}
.fold{margin:.75rem 0}
.fold>summary{color:var(--accent);font-size:.9375rem}
.card{--ground:var(--panel);background:var(--panel);border:1px solid var(--rule);border-radius:8px;padding:.625rem .875rem;margin:.5rem 0}
.card>summary .sample{font-weight:500}
.frames{list-style:none;margin:.5rem 0 1rem;padding:0;display:flex;flex-wrap:wrap;gap:.5rem}
.frames img,.frames .gone{display:block;width:120px;height:auto;min-height:40px;border-radius:4px;background:var(--panel);font-size:.75rem;color:var(--muted)}
.frames span{font-size:.75rem;color:var(--muted)}
.question{font-weight:600;margin:.75rem 0}
.block{margin:.75rem 0}
.label{margin:0 0 .25rem;color:var(--muted);font-size:.8125rem}
.options li{padding:.3rem 0;border-top:1px solid var(--rule)}
.options li>span+span{margin-left:.625rem;font-size:.875rem;font-weight:600;white-space:nowrap}
pre{margin:0;white-space:pre-wrap}
.text,.command pre{background:var(--panel);border:1px solid var(--rule);border-radius:6px;padding:.625rem .75rem}
.card .text{background:var(--page)}
.command{display:flex;gap:.75rem;align-items:flex-start;margin:1rem 0}
.command pre{flex:1}
button{font:inherit;font-size:.875rem;color:var(--accent);background:var(--page);border:1px solid var(--muted);border-radius:6px;padding:.5rem .875rem;cursor:pointer}
button:disabled{color:var(--muted);border-color:var(--rule);cursor:default}
#finder{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:.75rem 1rem;align-items:end;margin:1rem 0 1.25rem}
#finder[hidden],#finder [hidden]{display:none}
#finder label{display:grid;gap:.2rem;color:var(--muted);font-size:.8125rem}
#finder .broad-field{grid-column:1/-1}
#finder .range{display:grid;grid-template-columns:1fr 1fr;gap:.5rem}
#finder input,#finder select{font:inherit;font-size:1rem;width:100%;min-width:0;min-height:2.5rem;padding:.375rem .5rem;color:var(--ink);background:var(--page);border:1px solid var(--muted);border-radius:6px}
#finder button{min-height:2.5rem}
.hits{list-style:none;margin:0;padding:0;border-top:1px solid var(--muted)}
.hits:empty{border:0}
.hit{border-bottom:1px solid var(--rule);font-size:.9375rem}
.hit>summary{display:grid;grid-template-columns:minmax(0,11rem) minmax(0,1fr) 9.5rem;gap:.125rem 1.25rem;padding:.5rem 0 .5rem 1.125rem}
.hit>summary::before{top:.5rem}
.hit-name,.hit-text{display:grid;align-content:start;gap:.125rem}
.hit-name strong{font-weight:500}
.hit-name span,.hit-label,.hit-asked{color:var(--muted)}
.hit-name span,.hit-label{font-size:.8125rem}
.hit-end{display:flex;flex-direction:column;align-items:flex-end;gap:.25rem}
.hit .chip{white-space:normal;text-align:right;border-radius:.75rem}
.hit .facts{margin:.25rem 0 .75rem 1.125rem}
.hit button{margin:0 0 1rem 1.125rem}
.pager{display:flex;align-items:center;gap:1rem;margin:1rem 0;font-size:.9375rem;color:var(--muted)}
.printed{display:none}
footer{color:var(--muted);font-size:.875rem;margin-top:56px;padding-bottom:48px}
@media (max-width:820px){
.wide{display:none}.narrow{display:block}
.narrow svg{width:100%;max-width:480px}
.multiples svg{width:100%;max-width:300px}
}
@media (max-width:560px){
header{padding-top:28px}
section{margin-top:40px;padding-top:20px}
h1{font-size:1.625rem}h2{font-size:1.3125rem}
.systems>div,.facts>div,.glossary>div{grid-template-columns:minmax(0,1fr)}
#finder{grid-template-columns:1fr 1fr}
.hit>summary{grid-template-columns:minmax(0,1fr) auto}
.hit-text{grid-row:2;grid-column:1/-1}
}
@page{size:A4;margin:16mm 15mm 18mm;@bottom-right{content:counter(page) " / " counter(pages);font:8pt system-ui,sans-serif;color:#666}}
@media print{
:root{color-scheme:light;${colorProperties("light")}}
html{font-size:11px}
body{background:none}
header,main,footer{max-width:none;padding:0}
header{padding-top:0}
section{margin-top:28px;padding-top:14px}
.task+.task{break-before:page}
a{color:inherit;text-decoration:none}
nav,button,.skip,.card .fold:not([open]),.samples,.to-samples,.quiet:not([open]),.card:not([open]),.fold:not(.quiet)>summary::before{display:none!important}
.printed{display:block;break-before:avoid}
.fold>summary{padding-left:0;color:var(--ink);font-weight:600}
.wide{display:block!important}.narrow{display:none!important}
.chart svg{max-width:100%}
.multiples{grid-template-columns:repeat(3,1fr)}
.scroll{overflow:visible;background:none}
.broad{left:auto;transform:none;width:auto;max-width:none}
table{font-size:.875rem}
th,td{padding:.25rem .625rem .25rem 0}
.cards{columns:2;column-gap:12px}
.card{break-inside:avoid;margin:0 0 12px;background:none}
.card>summary{padding-left:0}
.card>summary::before{display:none}
.timeline svg{min-width:0}
.frames img,.frames .gone{width:84px}
h2,h3,h4,.meta,.caption,.label,summary,thead{break-after:avoid}
tr,.scroll,.chart,.coverage>li,.systems>div,.glossary>div,.facts>div:not(.nested),.command{break-inside:avoid}
p,li,dd{orphans:3;widows:3}
}
`;
