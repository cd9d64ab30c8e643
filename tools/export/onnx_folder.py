"""A folder that Vidimus reads as an encoder: ONNX graphs and manifest.yaml."""

import pathlib
import warnings

import torch
import yaml


def write_graph(module, example, file, input_name="input", output_name="embedding", dynamic=(0,)):
    """Exports a module of one input and one output; `dynamic` lists axes of the input that vary."""
    names = {axis: f"axis{axis}" if axis else "batch" for axis in dynamic}
    file = pathlib.Path(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    # The fused attention of PyTorch has no counterpart in ONNX.
    torch.backends.mha.set_fastpath_enabled(False)
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            module.eval(),
            (example,),
            str(file),
            input_names=[input_name],
            output_names=[output_name],
            dynamic_axes={input_name: names, output_name: {0: "batch"}},
            opset_version=17,
            dynamo=False,
        )


def write_manifest(folder, manifest):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "manifest.yaml").write_text(yaml.safe_dump(manifest, sort_keys=False, default_flow_style=None, width=100))


class Method(torch.nn.Module):
    """One method of a model as a module of its own."""

    def __init__(self, model, method, pick=lambda output: output):
        super().__init__()
        self.model, self.method, self.pick = model, method, pick

    def forward(self, value):
        return self.pick(getattr(self.model, self.method)(value))
