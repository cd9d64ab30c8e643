process.on("exit", () => process.stderr.write(`peak-kb:${process.resourceUsage().maxRSS}\n`));
